# Sourced by the programs in bin/, never run by itself. Wants $program and $home set; POSIX sh only.
#
# Java is JAVA_HOME's when that is set, else the first on PATH. JAVA_OPTS, then LAMPLIGHTER_OPTS, are split on blanks and
# appended to our own JVM options, so theirs win; options that hold blanks go into JDK_JAVA_OPTIONS, which Java reads
# itself and which understands quotes.

MIN_JAVA=17

die() {
    printf '%s: %s\n' "$program" "$*" >&2
    exit 1
}

find_java() {
    if [ -n "${JAVA_HOME-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || die "JAVA_HOME is $JAVA_HOME, but there is no executable $java"
    else
        java=$(command -v java) ||
            die "no Java found: install Java $MIN_JAVA or newer (Debian: apt-get install default-jre-headless)" \
                "or set JAVA_HOME"
    fi
}

# Most Javas say their version in a file; asking a JVM costs a tenth of a second, so that is for wrappers and shims.
java_version() {
    release=$(dirname -- "$(dirname -- "$(readlink -f -- "$java")")")/release
    version=
    [ -r "$release" ] && version=$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$release")
    [ -n "$version" ] || version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | sed 1q)
    [ -n "$version" ] || die "cannot tell the version of $java: '$java -version' did not name one"
}

# "1.8.0_402" is Java 8, "17.0.15" Java 17, "25-ea" Java 25.
require_new_enough_java() {
    java_version
    major=${version#1.}
    major=${major%%[!0-9]*}
    [ "${major:-0}" -ge "$MIN_JAVA" ] ||
        die "Java $MIN_JAVA or newer is needed, but $java is Java $version (set JAVA_HOME to a newer one)"
}

# launch MAIN_CLASS JVM_OPTION... -- ARGUMENT...
# $signals, if set, is a command that runs what follows it with its signals put right. $classpath, if set, is the class path
# instead of all jars.
# The JVM replaces the shell: the service manager's process id, signals and handed-over sockets are the program's.
launch() {
    case $home in
    *:*) die "cannot run from $home: a colon in the path would split Java's class path" ;;
    esac
    find_java
    require_new_enough_java
    main=$1
    shift
    options="-XX:+IgnoreUnrecognizedVMOptions -XX:-UsePerfData -XX:+ExitOnOutOfMemoryError"
    # Netty's native transports load a library, which newer Javas want to be told of.
    options="$options --enable-native-access=ALL-UNNAMED"
    # Netty numbers its channels by the hardware address, and warns where there is none; ours never leave the process.
    options="$options -Dio.netty.machineId=00:00:00:00:00:00:00:01"
    # Netty looks for lost buffers in every 128th allocation, which costs a tenth of the CPU; the tests look in each one.
    options="$options -Dio.netty.leakDetection.level=disabled"
    # Where the JDK speaks TLS, ssl_session_tickets and ssl_session_cache must be able to keep sessions from being resumed.
    options="$options -Djdk.tls.server.enableSessionTicketExtension=false"
    # Smaller objects, a tenth less heap per session. In Java 24 still experimental, where naming it stops the JVM.
    [ "$major" -ge 25 ] && options="$options -XX:+UseCompactObjectHeaders"
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    # Made by archive-classes.sh. One that does not fit is passed over without a word.
    archive=$home/lib/$program-$version.jsa
    [ -r "$archive" ] || archive=
    # Split on blanks, but no file names from a * among the options.
    set -f
    # shellcheck disable=SC2086
    exec ${signals-} "$java" ${archive:+"-XX:SharedArchiveFile=$archive" -Xlog:cds=off -Xlog:cds+dynamic=off} \
        $options ${JAVA_OPTS-} ${LAMPLIGHTER_OPTS-} \
        -Dlamplighter.home="$home" -cp "${classpath-$home/lib/*}" "$main" "$@"
}
