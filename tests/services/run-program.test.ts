import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runProgram } from '#server/cli/run-program.ts'

const node = (script: string, limitMs = 60_000) => runProgram(process.execPath, ['-e', script], { env: process.env, limitMs })
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** A killed process is there until somebody has read how it ended. */
const hasEnded = async (pid: number): Promise<boolean> => {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await wait(100)
  return !isAlive(pid)
}

test('a program answers with its exit code and what it printed', async () => {
  expect(await node('console.log("out"); console.error("err"); process.exit(3)')).toMatchObject({ code: 3, timedOut: false })
  expect((await node('console.log("out"); console.error("err")')).output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
  expect(await runProgram('/nowhere/program', [], { env: process.env, limitMs: 60_000 })).toMatchObject({ code: 1 })
})

test('a program that takes too long is ended, with all that it started', async () => {
  const run = await node('console.log(require("child_process").spawn("sleep", ["600"]).pid); setInterval(() => {}, 1000)', 1500)
  expect(run).toMatchObject({ timedOut: true, code: 143 })
  expect(await hasEnded(Number(run.output))).toBe(true)
})

test('what a program leaves running is ended, also in another process group', async () => {
  const left = await node(
    'const child = require("child_process").spawn("sleep", ["600"], { detached: true, stdio: "ignore" }); child.unref(); console.log(child.pid)'
  )
  expect(left.code).toBe(0)
  expect(await hasEnded(Number(left.output))).toBe(true)
})
