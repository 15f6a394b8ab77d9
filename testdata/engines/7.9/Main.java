import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.analysis.common.CommonAnalysisPlugin;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.mapper.MapperExtrasPlugin;
import org.elasticsearch.index.reindex.ReindexPlugin;
import org.elasticsearch.join.ParentJoinPlugin;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.painless.PainlessPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.transport.Netty4Plugin;

/** Starts the server jar as one node: java Main HOME CONFIG, with elasticsearch.yml in CONFIG. */
public final class Main {
  private static final Collection<Class<? extends Plugin>> PLUGINS = Arrays.asList(
      Netty4Plugin.class, ReindexPlugin.class, ParentJoinPlugin.class, MapperExtrasPlugin.class,
      PainlessPlugin.class, CommonAnalysisPlugin.class);

  /** The constructor of Node that takes plugins is protected. */
  private static final class Server extends Node {
    Server(Environment environment) {
      // true: private index settings are refused, as a real server does.
      super(environment, PLUGINS, true);
    }
  }

  public static void main(String[] arguments) {
    try {
      Node node = new Server(environment(arguments[0], Paths.get(arguments[1])));
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node, ended)));
      node.start();
      ended.await(); // every thread of a node is a daemon: without this the process would end at once, with 0
    } catch (Throwable failure) {
      failure.printStackTrace();
      System.exit(1);
    }
  }

  private static Environment environment(String home, Path config) {
    Settings settings = Settings.builder()
        .put("path.home", home)
        .put("http.type", "netty4")
        .put("transport.type", "netty4")
        .build();
    return InternalSettingsPreparer.prepareEnvironment(settings, Collections.emptyMap(), config, () -> "n1");
  }

  private static void close(Node node, CountDownLatch ended) {
    try {
      node.close();
      node.awaitClose(10, TimeUnit.SECONDS);
    } catch (Exception failure) {
      failure.printStackTrace();
    } finally {
      ended.countDown();
    }
  }

  private Main() {}
}
