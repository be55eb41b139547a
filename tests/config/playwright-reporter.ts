import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import type { TestReport, Tested } from '#server/cli/report.ts'

/** Writes to `TEST_REPORT` what a run was to do and what came of it, and a file of that name with `.started` once the first test runs. */
export default class PlaywrightReporter implements Reporter {
  private readonly path = process.env.TEST_REPORT ?? ''
  private tests: TestCase[] = []
  private root = ''
  private readonly errors: string[] = []

  onBegin({ configFile = '' }: FullConfig, suite: Suite): void {
    this.root = configFile.replace(/tests\/config\/[^/]+$/, '')
    this.tests = suite.allTests()
  }

  onTestBegin(): void {
    if (this.path) writeFileSync(`${this.path}.started`, '')
  }

  onError({ message = '', value = '', location }: TestError): void {
    this.errors.push(`${location ? `${relative(this.root, location.file)}:${location.line} ` : ''}${message || value}`)
  }

  onEnd(_: FullResult): void {
    if (!this.path) return
    const tests = this.tests.map((test) => this.testedOf(test))
    const report: TestReport = { listed: [...new Set(tests.map(({ file }) => file))], tests, errors: this.errors }
    writeFileSync(this.path, JSON.stringify(report))
  }

  private testedOf(test: TestCase): Tested {
    const outcome = test.outcome()
    const reason = test.results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).find(Boolean)
    const file = relative(this.root, test.location.file)
    return {
      file,
      name: `[${test.parent.project()?.name ?? ''}] ${relative('tests/e2e', file)} › ${test.title}`,
      state: outcome === 'expected' ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed',
      milliseconds: test.results.reduce((total, { duration }) => total + duration, 0),
      ...(reason ? { reason } : {})
    }
  }
}
