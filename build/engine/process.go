package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

const stopLimit = 20 * time.Second

// process is a running node.
type process struct {
	command *exec.Cmd
	ended   chan struct{} // closed when the node has ended
}

// command returns the node's command line. It uses no script, so it is the same on every system.
func (s settings) command(java jdk) *exec.Cmd {
	home := s.home
	config, jars := filepath.Join(s.node, "config"), filepath.Join(home, "lib", "*")
	var arguments []string
	switch s.release.layout {
	case serverJar:
		classes := filepath.Join(home, "classes") + string(os.PathListSeparator) + jars
		arguments = append(s.javaOptions(), "-Dlog4j2.level=INFO", "-cp", classes, "Main", s.node, config)
	case archive7:
		arguments = append(s.javaOptions(), "-Des.path.home="+home, "-Des.path.conf="+config, "-Des.distribution.flavor=default",
			"-Des.distribution.type=tar", "-Des.bundled_jdk=false", "-cp", jars, "org.elasticsearch.bootstrap.Elasticsearch")
	case archive8:
		launcher := jars + string(os.PathListSeparator) + filepath.Join(home, "lib", "cli-launcher", "*")
		arguments = []string{"-Xms4m", "-Xmx64m", "-XX:+UseSerialGC", "-Dcli.name=server", "-Dcli.script=" + filepath.Join(home, "bin", "elasticsearch"),
			"-Dcli.libs=lib/tools/server-cli", "-Des.path.home=" + home, "-Des.path.conf=" + config, "-Des.distribution.type=tar",
			"-cp", launcher, "org.elasticsearch.launcher.CliToolLauncher"}
	case archive9:
		arguments = []string{"-Xms4m", "-Xmx64m", "-XX:+UseSerialGC", "-Djava.io.tmpdir=" + filepath.Join(s.node, "tmp"),
			"-cp", filepath.Join(home, "lib", "tools", "server-launcher", "*"), "org.elasticsearch.server.launcher.ServerLauncher"}
	}
	command := exec.Command(java.tool("java"), arguments...)
	command.Dir = home // the launcher finds its libraries relative to it
	command.Env = s.environment(java)
	return command
}

// environment returns only the variables that any program needs to run.
func (s settings) environment(java jdk) []string {
	temporary := filepath.Join(s.node, "tmp")
	variables := []string{
		"ES_PATH_CONF=" + filepath.Join(s.node, "config"), "ES_TMPDIR=" + temporary, "LIBFFI_TMPDIR=" + temporary,
		"ES_JAVA_HOME=" + java.home, "HOME=" + s.node, "TMPDIR=" + temporary, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH"),
	}
	if s.release.layout == archive9 { // what the vendor's script passes to its launcher
		variables = append(variables, "ES_HOME="+s.home, "JAVA="+java.tool("java"), "JAVA_TYPE=ES_JAVA_HOME", "ES_DISTRIBUTION_TYPE=tar")
	}
	if root := os.Getenv("SystemRoot"); root != "" {
		variables = append(variables, "SystemRoot="+root)
	}
	return variables
}

// start runs the command with its output in log.
func start(command *exec.Cmd, log string) (*process, error) {
	output, err := os.Create(log)
	if err != nil {
		return nil, fmt.Errorf("make the node's log: %w", err)
	}
	defer output.Close()
	command.Stdout, command.Stderr = output, output
	prepareProcess(command)
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start java: %w", err)
	}
	p := &process{command: command, ended: make(chan struct{})}
	go func() {
		// The log says how it ended.
		_ = command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop asks the node to end, and kills it if it does not.
func (p *process) stop() {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		_ = p.command.Process.Kill()
	}
	select {
	case <-p.ended:
	case <-time.After(stopLimit):
		_ = p.command.Process.Kill()
		<-p.ended
	}
}
