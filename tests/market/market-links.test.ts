import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openFolder } from '#server/market-import/folder.ts'
import { formatFault, MarketFaults } from '#server/market-import/faults.ts'
import { goodMarket, removeMarkets, writeMarket } from '#tests/support/market-files.ts'

const outside = mkdtempSync(join(tmpdir(), 'shuka-outside-'))
const secret = join(outside, 'secret.csv')
writeFileSync(secret, 'root:secret\n')
afterAll(() => {
  removeMarkets()
  rmSync(outside, { recursive: true, force: true })
})

const faultsAfter = async (change: (supplier: string, root: string) => void): Promise<string[]> => {
  const root = writeMarket(goodMarket())
  change(join(root, 'suppliers/first'), root)
  const cause: unknown = await openFolder(root).catch((error: unknown) => error)
  if (!(cause instanceof MarketFaults)) throw new Error(`expected faults, got ${String(cause)}`)
  return cause.faults.map(formatFault)
}
const replace = (path: string, by: (path: string) => void): void => {
  rmSync(path, { force: true, recursive: true })
  by(path)
}
const pipe = (path: string): void => void execFileSync('mkfifo', [path])

describe.skipIf(process.platform === 'win32')('a market folder', () => {
  test.each(['products.csv', 'supplier.yaml', 'photo.jpg'])('with a pipe as %s is refused and not waited for', async (name) => {
    const faults = await faultsAfter((supplier) => replace(join(supplier, name), pipe))
    expect(faults).toEqual([`suppliers/first/${name}: is a pipe, a socket or a device; expected a file`])
  })

  test.each(['products.csv', 'photo.jpg'])(
    'with %s as a link that leads out is refused, and nothing of the target is named',
    async (name) => {
      const faults = await faultsAfter((supplier) => replace(join(supplier, name), (path) => symlinkSync(secret, path)))
      expect(faults).toEqual([`suppliers/first/${name}: is a link that leads out of the market folder; expected the file itself`])
    }
  )

  test('with a supplier, or market.yaml, that lies elsewhere is refused', async () => {
    const moved = (path: string): void => {
      const target = join(outside, String(Math.random()))
      renameSync(path, target)
      symlinkSync(target, path)
    }
    expect(await faultsAfter((supplier) => moved(supplier))).toEqual([expect.stringMatching(/^suppliers\/first: is a link that leads out/)])
    expect(await faultsAfter((_, root) => moved(join(root, 'market.yaml')))).toEqual([
      expect.stringMatching(/^market\.yaml: is a link that leads out/)
    ])
  })

  test('with a hidden supplier is told so', async () => {
    const faults = await faultsAfter((supplier, root) => {
      replace(join(root, 'suppliers/.second'), (path) => {
        symlinkSync(supplier, path)
      })
    })
    expect(faults).toEqual(['suppliers/.second: begins with a dot and would be ignored; rename it, or move it out of suppliers'])
  })

  test('may link within itself', async () => {
    const root = writeMarket(goodMarket())
    symlinkSync(join(root, 'suppliers/first/products.csv'), join(root, 'suppliers/first/copy.csv'))
    expect((await openFolder(root)).aliases).toContain('first')
  })
})
