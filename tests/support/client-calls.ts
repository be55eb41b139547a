import ts from 'typescript'
import { resolveImport, sourcesOf, type Source } from './sources.ts'

/** Where code stands that browsers run. */
const CLIENT = /^src\/(stores|islands|page-scripts|client)\/.+\.tsx?$/
const CONTRACT = 'src/contract/'

const parse = (path: string, text: string): ts.SourceFile => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}
const textOf = (shape: ts.ObjectLiteralExpression, key: string): string | undefined =>
  shape.properties
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === key)
    .map(({ initializer }) => (ts.isStringLiteralLike(initializer) ? initializer.text : undefined))[0]

/** `GET /baskets` of every object literal in a built script that is an endpoint. */
export const endpointsInScript = (code: string): string[] => {
  const found: string[] = []
  each(parse('script.js', code), (node) => {
    if (!ts.isObjectLiteralExpression(node)) return
    const [method, path] = [textOf(node, 'method'), textOf(node, 'path')]
    if (method && path?.startsWith('/')) found.push(`${method} ${path}`)
  })
  return found
}

export interface ClientCall {
  /** The module of the contract, and the name of the endpoint in it. */
  module: string
  name: string
}

/** The nouns of the contract that a file imports, by the name it gives them. Types call nothing. */
const nounsOf = (file: ts.SourceFile, path: string): Map<string, string> => {
  const nouns = new Map<string, string>()
  for (const statement of file.statements.filter(ts.isImportDeclaration)) {
    const module = ts.isStringLiteral(statement.moduleSpecifier) ? resolveImport(path, statement.moduleSpecifier.text) : null
    const bindings = statement.importClause?.namedBindings
    if (!module?.startsWith(CONTRACT) || !bindings || statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) continue
    if (ts.isNamespaceImport(bindings)) nouns.set(bindings.name.text, module)
    else if (bindings.elements.some(({ isTypeOnly }) => !isTypeOnly)) throw new Error(`${path} names endpoints of ${module} one by one`)
  }
  return nouns
}

/** Whether an identifier is a key or a member of something else, and so no reference. */
const isMember = (node: ts.Identifier): boolean => {
  const { parent } = node
  const named = [ts.isPropertyAccessExpression, ts.isPropertyAssignment, ts.isPropertySignature, ts.isJsxAttribute]
  return named.some((is) => is(parent) && parent.name === node)
}

const callsOf = ({ path, text }: Pick<Source, 'path' | 'text'>): ClientCall[] => {
  const file = parse(path, text)
  const nouns = nounsOf(file, path)
  const found: ClientCall[] = []
  each(file, (node) => {
    const module = ts.isIdentifier(node) ? nouns.get(node.text) : undefined
    if (!module || !ts.isIdentifier(node) || isMember(node) || ts.isNamespaceImport(node.parent) || ts.isTypeQueryNode(node.parent)) return
    // Handed about whole, taken apart, or hidden by a name of its own: then nobody can say what is called.
    if (!ts.isPropertyAccessExpression(node.parent)) throw new Error(`${path}: ${node.parent.getText().slice(0, 60)}`)
    found.push({ module, name: node.parent.name.text })
  })
  return found
}

/** The endpoints that client code refers to, by its imports. Throws where a reference cannot be followed. */
export const clientCalls = (): ClientCall[] => sourcesOf('src').flatMap((source) => (CLIENT.test(source.path) ? callsOf(source) : []))
