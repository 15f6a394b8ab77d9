// The end-to-end tests: npx playwright test [-g "part of a name"]. They run on what make build has built.
// The tests on real engines need the variables of build/test.sh and are skipped without them, or fail where
// QUARRY_REQUIRE_ENGINES=1 says that there must be engines.
// fixtures.mjs names what a test can ask for: the application fresh or with drivers installed, a corner of a real
// engine, a proxy before it, registries, servers with certificates. Show a trace in any browser: npx playwright
// show-trace --port 0 trace.zip
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.mjs',
  testIgnore: 'window/**',
  // A failed test leaves its trace and a picture of every page here; npx playwright show-trace opens a trace.
  outputDir: '../build/out/test/traces',
  reporter: './e2e/reporter.mjs',
  fullyParallel: true,
  // On two processors three walks are faster than two: each often waits.
  workers: 3,
  forbidOnly: process.env.QUARRY_REQUIRE_ENGINES === '1',
  // Only a test that hangs takes so long.
  timeout: 180_000,
  globalTimeout: 30 * 60_000,
  use: {
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Without the film and the page at each step, which take a third of a processor: a picture of the end is kept.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
})
