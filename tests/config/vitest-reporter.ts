import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSpecification, TestSuite } from 'vitest/node'
import type { TestReport, Tested } from '#server/cli/report.ts'
import { ROOT } from '#server/cli/root.ts'

interface Failure {
  message?: string | undefined
  stack?: string | undefined
  cause?: unknown
}
const MAX_STACK_LINES = 4
/** What an error says, where, and what caused it. */
const textOf = ({ message = '', stack = '', cause }: Failure): string => {
  const where = stack.split('\n').filter((line) => /^\s+at /.test(line))
  const text = [message, ...where.slice(0, MAX_STACK_LINES)].join('\n')
  return cause && typeof cause === 'object' ? `${text}\nCaused by: ${textOf(cause)}` : text
}

const fileOf = ({ moduleId }: { moduleId: string }): string => relative(ROOT, moduleId)

/** Writes to `TEST_REPORT` what a run was to do and what came of it, and a file of that name with `.started` once the first test runs. */
export default class VitestReporter implements Reporter {
  private readonly path = process.env.TEST_REPORT ?? ''
  private listed: string[] = []
  private started = false

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.listed = [...new Set(specifications.map(fileOf))]
  }

  onTestCaseReady(): void {
    if (!this.started) writeFileSync(`${this.path}.started`, '')
    this.started = true
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    const report: TestReport = {
      listed: this.listed,
      tests: modules.flatMap((module) => [...module.children.allTests()].map((test) => testedOf(module, test))),
      errors: [...modules.flatMap(errorsOf), ...unhandled.map((error) => `unhandled error: ${textOf(error)}`)]
    }
    writeFileSync(this.path, JSON.stringify(report))
  }
}

const errorsOf = (module: TestModule): string[] => [
  ...module.errors().map((error) => `${fileOf(module)} does not load: ${textOf(error)}`),
  ...[...module.children.allSuites()].flatMap((suite: TestSuite) =>
    suite.errors().map((error) => `${fileOf(module)} › ${suite.fullName}: ${textOf(error)}`)
  )
]

const testedOf = (module: TestModule, test: TestCase): Tested => {
  const { state, errors = [] } = test.result()
  const reason = errors.map(textOf).find(Boolean)
  return {
    file: fileOf(module),
    name: `${fileOf(module)} › ${test.fullName}`,
    state: state === 'passed' || state === 'failed' ? state : 'skipped',
    milliseconds: test.diagnostic()?.duration ?? 0,
    ...(reason ? { reason } : {})
  }
}
