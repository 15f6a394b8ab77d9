// Stands in for jdk.attach, which the Java runtime beside the engine's archive lacks.
module own.attach {
    requires java.instrument;

    exports com.sun.tools.attach;
}
