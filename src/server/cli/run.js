// The entry of every npm script: plain JavaScript for Node 20, which installs what is missing and goes on with the pinned Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT_FROM, contentsOf, dependenciesOf, stampOf } from '../../build/build-stamp.js'
import { removeOldBuilds } from '../process/builds.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const at = (...parts) => join(ROOT, ...parts)
const MODULES = at('node_modules')
// A small young generation keeps the heap tight: an idle shop stays under 200 MB.
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']
// One heap for the pool's threads beside the main one: compression on four threads otherwise leaves holes in a heap each, 80 MB in all.
const SHOP_ENV = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }
// An import allocates much short-lived and little long-lived memory: a large young and a small old generation.
const IMPORT_FLAGS = ['--max-semi-space-size=32', '--max-old-space-size=192']
const [command = 'start', ...rest] = process.argv.slice(2)

const hash = (...texts) => {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text)
  return sum.digest('hex')
}

const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 }
let interrupted = 0

/** Runs a program and forwards signals to it. Resolves with its exit code, 128 and more when a signal ended it. */
const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options })
    const forward = (signal) => {
      interrupted = SIGNAL_CODES[signal]
      child.kill(signal)
    }
    process.on('SIGINT', forward)
    process.on('SIGTERM', forward)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward)
      process.off('SIGTERM', forward)
      resolve(code ?? SIGNAL_CODES[signal] ?? 1)
    })
  })

/** Exits when a required step fails. An interrupted step counts as failed, whatever its exit code. */
const must = async (step, code) => {
  const result = (await code) || interrupted
  if (result !== 0) {
    process.stderr.write(`${step} ${interrupted ? 'was interrupted' : 'failed'} (exit code ${result}).\n`)
    process.exit(result)
  }
}

const pinnedNode = () => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return [at('node_modules/node/bin', name), at('node_modules/.bin', name)].find(existsSync)
}

/** Installs when the lockfile changed since the last time. Needs nothing but npm. */
const ensureInstalled = async () => {
  const marker = join(MODULES, '.installed')
  const expected = hash(readFileSync(at('package-lock.json')))
  if (existsSync(marker) && readFileSync(marker, 'utf8') === expected && pinnedNode()) return
  process.stdout.write('Installing packages (once) …\n')
  const windows = process.platform === 'win32'
  // Engines ask for the pinned Node, which npm cannot know is about to arrive.
  const env = { ...process.env, npm_config_engine_strict: 'false', npm_config_loglevel: process.env.npm_config_loglevel ?? 'error' }
  await must('npm ci', run(windows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund', '--include=dev'], { env, shell: windows }))
  if (!pinnedNode()) await run(process.execPath, [at('node_modules/node/installArchSpecificPackage.js')], { cwd: at('node_modules/node') })
  if (!pinnedNode()) {
    process.stderr.write(
      'The pinned Node could not be installed: npm ran no install script of the package "node". Allow it and run again.\n'
    )
    process.exit(1)
  }
  writeFileSync(marker, expected)
}

const createRunner = () => {
  const node = pinnedNode()
  const env = { ...process.env, PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH ?? ''}`, ASTRO_TELEMETRY_DISABLED: '1' }
  return (script, args = [], options = {}) =>
    run(node, [...FLAGS, ...(options.flags ?? []), script, ...args], { env: { ...env, ...options.env }, ...options.spawn })
}
const bin = (name) => {
  const manifest = JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8'))
  const entry = typeof manifest.bin === 'string' ? manifest.bin : (manifest.bin[name.split('/').at(-1)] ?? Object.values(manifest.bin)[0])
  return at('node_modules', name, entry)
}

/** Whether a build is complete and its source files are unchanged. */
const isCurrent = (name) => {
  const list = at('dist', name, BUILT_FROM)
  if (!name || !existsSync(list) || !existsSync(at('dist', name, 'server/entry.mjs'))) return false
  const files = dependenciesOf(ROOT, JSON.parse(readFileSync(list, 'utf8')))
  return name.startsWith(`${stampOf(contentsOf(ROOT, files), process.env.SITE_URL ?? '')}-`)
}

const MAX_BUILDS = 3

/**
 * Builds when needed. Every build has its own folder and is moved into place when complete; `dist/current` names the one to serve.
 * The last few and those still served stay, so that a running shop keeps its files.
 */
const ensureBuilt = async (node, force = false) => {
  const pointer = at('dist/current')
  const current = existsSync(pointer) ? readFileSync(pointer, 'utf8') : ''
  if (!force && isCurrent(current)) return
  await must('The configuration', node(at('src/server/cli/configuration.ts')))
  process.stdout.write('Building the shop …\n')
  // Read before the build: a file edited meanwhile may not be in it, so it must cause the next build.
  const before = contentsOf(ROOT, dependenciesOf(ROOT, null))
  const startedAt = Date.now().toString(36)
  const unfinished = at('dist', `.${startedAt}`)
  process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }))
  await must('The build', node(bin('astro'), ['build', '--silent', '--outDir', unfinished]))
  const used = new Set(dependenciesOf(ROOT, JSON.parse(readFileSync(join(unfinished, BUILT_FROM), 'utf8'))))
  const name = `${stampOf(new Map([...before].filter(([path]) => used.has(path))), process.env.SITE_URL ?? '')}-${startedAt}`
  renameSync(unfinished, at('dist', name))
  writeFileSync(`${pointer}.new`, name)
  renameSync(`${pointer}.new`, pointer)
  removeOldBuilds(at('dist'), name, MAX_BUILDS)
}

await ensureInstalled()
const node = createRunner()
const host = process.env.HOST || '127.0.0.1'
const port = process.env.PORT || '4321'
const commands = {
  start: async () => {
    await ensureBuilt(node)
    return node(at('src/server/main.ts'), [], { env: SHOP_ENV })
  },
  dev: async () => {
    await must('The configuration', node(at('src/server/cli/configuration.ts')))
    return node(bin('astro'), ['dev', '--host', host, '--port', port, ...rest])
  },
  build: async () => {
    await ensureBuilt(node, true)
    return 0
  },
  check: () => node(at('src/server/cli/check.ts'), rest),
  test: () => node(at('src/server/cli/test.ts'), rest),
  'test:full': () => node(at('src/server/cli/test.ts'), rest, { env: { TEST_FULL: '1' } }),
  speed: async () => {
    await ensureBuilt(node)
    return node(at('tests/speed/run.ts'), rest)
  },
  pictures: async () => {
    await ensureBuilt(node)
    return node(at('tests/pictures/run.ts'), rest)
  },
  import: () => node(at('src/server/cli/import.ts'), rest, { flags: IMPORT_FLAGS }),
  ledger: () => node(at('src/server/cli/ledger.ts'), rest),
  receipts: () => node(at('src/server/cli/receipts.ts'), rest),
  messages: () => node(at('src/server/cli/messages.ts'), rest),
  'gift-cards': () => node(at('src/server/cli/gift-cards.ts'), rest),
  rewards: () => node(at('src/server/cli/rewards.ts'), rest),
  staff: () => node(at('src/server/cli/staff.ts'), rest),
  applications: () => node(at('src/server/cli/applications.ts'), rest),
  orders: () => node(at('src/server/cli/orders.ts'), rest),
  payments: () => node(at('src/server/cli/payments.ts'), rest),
  prepare: async () => {
    await ensureBuilt(node)
    return 0
  }
}
if (!Object.hasOwn(commands, command)) {
  process.stderr.write(`There is no command "${command}". There are: ${Object.keys(commands).join(', ')}.\n`)
  process.exit(1)
}
process.exit(await commands[command]())
