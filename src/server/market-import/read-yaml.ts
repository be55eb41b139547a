import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { shown, type FaultList } from './faults.ts'

export type Path = readonly (string | number)[]

/** A parsed YAML file; `report` finds the line of a value by its path. */
export interface YamlFile {
  file: string
  value: unknown
  report(path: Path, problem: string): void
}

const MAX_BYTES = 4 << 20

const fieldOf = (path: Path): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index > 0 ? `.${key}` : key)).join('')

/** Returns the line of a value, or of its nearest existing ancestor. */
const lineOf = (document: Document, counter: LineCounter, path: Path): number => {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line
  }
  return 1
}

const textOf = (bytes: Buffer, file: string, faults: FaultList): string | null => {
  if (bytes.length > MAX_BYTES) faults.add(file, 0, '', `has ${bytes.length} bytes; expected at most ${MAX_BYTES}`)
  else if (!isUtf8(bytes)) {
    const lines = bytes.toString('latin1').split('\n')
    const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')))
    faults.add(file, line + 1, '', 'is not UTF-8; expected a file saved as UTF-8')
  } else {
    const text = bytes.toString('utf8').replace(/^\ufeff/, '')
    if (text.trim() !== '') return text
    faults.add(file, 1, '', 'is empty; expected YAML as README of the market describes it')
  }
  return null
}

/** Parses a YAML file; reports faults and returns null when it is not valid. */
export const readYaml = async (path: string, file: string, faults: FaultList): Promise<YamlFile | null> => {
  const text = textOf(await readFile(path), file, faults)
  if (text === null) return null
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, strict: true, uniqueKeys: true, prettyErrors: false })
  for (const error of document.errors) {
    const problem =
      error.code === 'DUPLICATE_KEY' ? 'the same key stands here twice; expected every key once' : `is no YAML: ${error.message}`
    faults.add(file, counter.linePos(error.pos[0]).line, '', problem)
  }
  if (document.errors.length > 0) return null
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return { file, value, report: (at, problem) => faults.add(file, lineOf(document, counter, at), fieldOf(at), problem) }
  } catch (cause) {
    faults.add(file, 1, '', `is no YAML: ${cause instanceof Error ? cause.message : 'cannot be read'}`)
    return null
  }
}

const pathOf = (issue: v.BaseIssue<unknown>): Path => (issue.path ?? []).map((item) => item.key as string | number)

/** Messages of raw checks are sentences; all others say what was expected. */
const problemOf = (issue: v.BaseIssue<unknown>): string => {
  if (issue.type === 'raw_check') return issue.message
  return `${issue.input === undefined ? 'is missing' : `is ${shown(issue.input)}`}, expected ${issue.message}`
}

/** Validates a file against a schema; reports all faults and returns null when there are any. */
export const checkYaml = <Schema extends v.GenericSchema>(yaml: YamlFile, schema: Schema): v.InferOutput<Schema> | null => {
  const result = v.safeParse(schema, yaml.value)
  if (result.success) return result.output
  for (const issue of result.issues) yaml.report(pathOf(issue), problemOf(issue))
  return null
}
