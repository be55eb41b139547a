import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { schemas } from '#contract/index.ts'
import { codeNumber, httpStatus, type CodeType } from '#contract/codes.ts'
import { contract } from '#contract/index.ts'
import { endpointsOf, type Endpoint } from '#contract/endpoint.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  [key: string]: unknown
}
type Parts = Partial<Record<'params' | 'query' | 'body', GenericSchema>>

const GENERAL: Record<Endpoint['access'], CodeType[]> = {
  public: ['BAD_REQUEST', 'INTERNAL', 'DATABASE_AWAY'],
  guest: ['BAD_REQUEST', 'INTERNAL', 'DATABASE_AWAY'],
  user: ['BAD_REQUEST', 'UNAUTHORIZED', 'INTERNAL', 'DATABASE_AWAY']
}

const schemaOf = (schema: GenericSchema): JsonSchema => {
  const { $schema: _, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as JsonSchema
  return json
}

const parameters = (part: 'path' | 'query', schema: GenericSchema | undefined): object[] => {
  if (!schema) return []
  const json = schemaOf(schema)
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: part,
    required: part === 'path' || (json.required ?? []).includes(name),
    schema: property
  }))
}

const FILE = { schema: { type: 'string', format: 'binary' } }
const contentOf = ({ maxFileBytes }: Endpoint, body: GenericSchema): object =>
  maxFileBytes === undefined ? { 'application/json': { schema: schemaOf(body) } } : { 'image/*': FILE }

const operation = (noun: string, name: string, endpoint: Endpoint, parts: Parts): object => {
  const codes = [...new Set([...GENERAL[endpoint.access], ...endpoint.codes])]
  const headers = [
    ...(endpoint.access === 'public'
      ? []
      : [{ name: 'Session-Id', in: 'header', required: endpoint.access === 'guest', schema: { type: 'string' } }]),
    { name: 'Content-Language', in: 'header', required: false, schema: { type: 'string', enum: ['hy', 'en', 'ru'] } },
    ...(endpoint.moneyMoving ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }] : [])
  ]
  return {
    tags: [noun],
    operationId: `${noun}.${name}`,
    summary: endpoint.about,
    parameters: [...parameters('path', parts.params), ...parameters('query', parts.query), ...headers],
    ...(parts.body ? { requestBody: { required: true, content: contentOf(endpoint, parts.body) } } : {}),
    ...(endpoint.access === 'user' ? { security: [{ bearer: [] }] } : {}),
    responses: {
      ...(endpoint.navigation
        ? { '303': { description: 'Leads the browser on', headers: { Location: { schema: { type: 'string' } } } } }
        : {
            '200': endpoint.stream
              ? { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } }
              : endpoint.file !== undefined
                ? { description: 'OK', content: { [endpoint.file]: FILE } }
                : { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } } }
          }),
      ...Object.fromEntries(
        [...Map.groupBy(codes, httpStatus)].map(([status, types]) => [
          String(status),
          {
            description: types.map((type) => `${codeNumber(type)} ${type}`).join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } }
          }
        ])
      )
    }
  }
}

/** Builds the OpenAPI 3.1 document of the whole contract from the endpoint objects and their schemas. */
export const openApi = (siteUrl: string): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of endpointsOf(endpoints)) {
      const parts = ((schemas as Record<string, Record<string, Parts>>)[noun]?.[name] ?? {}) as Parts
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(noun, name, endpoint, parts) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shuka marketplace API', version: '1', description: 'Amounts are AMD. Times are ISO 8601 with offset +04:00.' },
    servers: [{ url: `${siteUrl}/api` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'messages', 'data', 'requestId'],
          properties: {
            code: { type: 'integer', description: '200 for success, else the number of the error catalogue' },
            messages: {
              type: 'array',
              items: {
                type: 'object',
                required: ['type', 'body'],
                properties: { type: { type: 'string' }, body: { type: 'string' }, field: { type: 'string' } }
              }
            },
            data: {},
            requestId: { type: 'string' }
          }
        }
      }
    }
  }
}
