// Renders the icon, frontend/public/icon.svg, as the PNG files of app/icon: node build/icon/render.mjs. They are committed,
// so that a build needs no browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const root = new URL('../../', import.meta.url);
const { chromium } = createRequire(new URL('frontend/package.json', root))('playwright-core');
const svg = readFileSync(new URL('frontend/public/icon.svg', root)).toString('base64');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const size of [16, 32, 48, 64, 128, 256, 512, 1024]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<body style="margin:0"><img style="display:block" width="${size}" height="${size}" src="data:image/svg+xml;base64,${svg}">`,
  );
  writeFileSync(new URL(`app/icon/${size}.png`, root), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
