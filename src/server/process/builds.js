// Plain JavaScript for Node 20: the entry of every npm script needs it before anything else is there.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folder inside a build with one file per process that serves it, named by its pid. */
const MARKS = '.served-by'

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

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // The process exists and belongs to another user.
    return cause.code === 'EPERM'
  }
}
const isServed = (build) => namesIn(join(build, MARKS)).some((name) => /^[1-9]\d*$/.test(name) && isAlive(Number(name)))

/**
 * Marks a build in `dist` as served by this process until it exits, and removes marks of a killed process with the same pid.
 * Does nothing on a read-only file system, where no other process builds either.
 */
export const markBuildServed = (build) => {
  const own = String(process.pid)
  const dist = dirname(build)
  try {
    for (const name of foldersIn(dist)) rmSync(join(dist, name, MARKS, own), { force: true })
    mkdirSync(join(build, MARKS), { recursive: true })
    writeFileSync(join(build, MARKS, own), '')
  } catch {
    // Read-only file system.
    return
  }
  process.once('exit', () => {
    try {
      rmSync(join(build, MARKS, own), { force: true })
    } catch {
      // isServed finds that no process has this pid.
    }
  })
}

/** Removes old builds, except the newest `count` (`current` included) and those that a process still serves. */
export const removeOldBuilds = (dist, current, count) => {
  const age = (name) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const others = foldersIn(dist).filter((name) => name !== current)
  const byAge = others.map((name) => ({ name, at: age(name) })).sort((one, two) => two.at - one.at)
  for (const { name } of byAge.slice(count - 1)) if (!isServed(join(dist, name))) rmSync(join(dist, name), { recursive: true, force: true })
}
