import { bin, vitest, type Step } from './steps.ts'

const node = process.execPath

/** Everything that takes seconds and no browser; the longest first. */
export const CHECKS: Step[] = [
  { name: 'types of pages', program: node, args: [bin('@astrojs/check'), '--minimumSeverity', 'warning'] },
  {
    name: 'types',
    program: node,
    args: [
      bin('typescript').replace(/tsserver$/, 'tsc'),
      '--noEmit',
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo'
    ]
  },
  { name: 'lint', program: node, args: [bin('oxlint'), '--deny-warnings'] },
  { name: 'formatting', program: node, args: [bin('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'unused code', program: node, args: [bin('knip')] },
  { name: 'unit tests', program: node, args: vitest('unit'), report: 'vitest' }
]
