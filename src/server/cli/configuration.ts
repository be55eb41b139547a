import { BadConfiguration, readConfig } from '#server/config.ts'

// Before a build, so that nothing is built for an address that cannot be served.
try {
  readConfig(process.env)
} catch (cause) {
  if (!(cause instanceof BadConfiguration)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exitCode = 2
}
