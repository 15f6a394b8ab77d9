// SPEC: CNS-11
import { expect, it } from 'vitest'
import { beginsCurl } from './curl'

it.each([
  'curl http://x/',
  '\n  $ curl -s http://x/',
  '% curl http://x/',
  'sudo curl http://x/',
  'sudo -u root -n curl -u elastic:secret http://x/',
  'time curl http://x/',
  'ES=1 curl "http://x/"',
  'env A=1 nohup /usr/bin/curl http://x/',
  'me@host:~/a$ curl http://x/',
  'root@host:/#  curl http://x/',
  String.raw`PS C:\Users\me> curl.exe http://x/`,
  String.raw`C:\Program Files>curl http://x/`,
])('takes %j for a command of curl', (text) => {
  expect(beginsCurl(text)).toBe(true)
})

it.each([
  'GET /curl/_search',
  '# curl http://x/',
  '// curl http://x/',
  'GET /x/_search # as curl does',
  'PUT /x/_doc/1\n{"command": "curl http://x/"}',
  'curly http://x/',
  '{"cost$": 1, "of": "curl "}',
])('takes %j for no command of curl', (text) => {
  expect(beginsCurl(text)).toBe(false)
})

it('reads a long text without trying every way', () => {
  const begun = performance.now()
  expect(beginsCurl(`sudo ${'-a b '.repeat(40)}`)).toBe(false)
  expect(beginsCurl(`${'A=1 '.repeat(200)}x`)).toBe(false)
  expect(performance.now() - begun).toBeLessThan(500)
})
