import { BadConfiguration, readConfig } from '#server/config.ts'

// Run before a build, so that nothing is built with a bad configuration.
try {
  readConfig(process.env)
} catch (cause) {
  if (!(cause instanceof BadConfiguration)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exitCode = 2
}
