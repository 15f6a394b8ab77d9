package com.sun.tools.attach;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.jar.JarFile;

/**
 * The only use that the engine makes of the module: it attaches to itself to load its agent. Started as an agent, this
 * class is given what an attached virtual machine would be asked for.
 */
public final class VirtualMachine {
    private static Instrumentation given;

    private VirtualMachine() {}

    public static void premain(String arguments, Instrumentation instrumentation) {
        given = instrumentation;
    }

    public static VirtualMachine attach(String process) throws AttachNotSupportedException, IOException {
        if (given == null) {
            throw new AttachNotSupportedException();
        }
        return new VirtualMachine();
    }

    public void loadAgent(String jar, String arguments) throws AgentLoadException, AgentInitializationException, IOException {
        try (JarFile agent = new JarFile(new File(jar))) {
            String name = agent.getManifest().getMainAttributes().getValue("Agent-Class");
            given.appendToSystemClassLoaderSearch(agent);
            ClassLoader.getSystemClassLoader()
                    .loadClass(name)
                    .getMethod("agentmain", String.class, Instrumentation.class)
                    .invoke(null, arguments, given);
        } catch (ReflectiveOperationException failure) {
            throw new IOException("load the agent " + jar, failure);
        }
    }

    public void detach() throws IOException {}
}
