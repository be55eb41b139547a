// Plain JavaScript for Node 20: the entry of every npm script needs it before anything else is there.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Inside a build: a file for each process that serves it, named by its number. */
const HOLDERS = '.served-by'

const namesIn = (folder) => {
  try {
    return readdirSync(folder)
  } catch {
    // No such folder.
    return []
  }
}
const foldersIn = (dist) =>
  readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const lives = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // Another user's.
    return cause.code === 'EPERM'
  }
}
const isServed = (build) => namesIn(join(build, HOLDERS)).some((name) => /^[1-9]\d*$/.test(name) && lives(Number(name)))

/**
 * Says that this process serves the build in a folder of `dist`, until it ends. What a killed process of the same number has said is taken
 * back. Where nothing may be written, nobody else builds either, and nothing is said.
 */
export const holdBuild = (build) => {
  const own = String(process.pid)
  const dist = dirname(build)
  try {
    for (const name of foldersIn(dist)) rmSync(join(dist, name, HOLDERS, own), { force: true })
    mkdirSync(join(build, HOLDERS), { recursive: true })
    writeFileSync(join(build, HOLDERS, own), '')
  } catch {
    // Nothing may be written here.
    return
  }
  process.once('exit', () => {
    try {
      rmSync(join(build, HOLDERS, own), { force: true })
    } catch {
      // The next one that asks sees that nobody has this number.
    }
  })
}

/** Removes all but the newest builds and those that a process still serves. `current` counts as the newest. */
export const forgetOldBuilds = (dist, current, kept) => {
  const age = (name) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const others = foldersIn(dist).filter((name) => name !== current)
  const byAge = others.map((name) => ({ name, at: age(name) })).sort((one, two) => two.at - one.at)
  for (const { name } of byAge.slice(kept - 1)) if (!isServed(join(dist, name))) rmSync(join(dist, name), { recursive: true, force: true })
}
