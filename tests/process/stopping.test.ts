import { expect, test } from 'vitest'
import { copyDataFolder } from '#tests/support/prepared-data.ts'
import { stopUnderLoad } from '#tests/support/stop-under-load.ts'

test('a SIGTERM under load loses no request: each is answered, or refused before it was sent', async () => {
  expect(await stopUnderLoad(copyDataFolder())).toMatchObject({ exitCode: 0, lost: [] })
})
