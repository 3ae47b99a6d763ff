package io.lamplighter.simulator.report;

/** Text as it may stand in a page. */
final class Html {
    private Html() {}

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            switch (character) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(character < ' ' && character != '\n' ? ' ' : character);
            }
        }
        return escaped.toString();
    }
}
