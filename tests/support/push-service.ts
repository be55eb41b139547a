import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { PushSubscriptionInput } from '#contract/notifications/calls.ts'
import { startGateway, type GatewayRequest } from './stub-gateway.ts'

/** A push service on loopback (RFC 8030): 201 for what has a lifetime and is encrypted, 400 otherwise. */
export const startPushService = () =>
  startGateway(({ method, headers, body }) => {
    const isPush =
      method === 'POST' && /^\d+$/.test(String(headers['ttl'])) && headers['content-encoding'] === 'aes128gcm' && body.length > 86
    return { status: isPush ? 201 : 400 }
  })

/** A browser that was allowed to be pushed to. */
export const createBrowser = (origin: string, name: string) => {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const subscription: PushSubscriptionInput = {
    endpoint: `${origin}/push/${name}`,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  }
  /** What the browser makes of a body (RFC 8291 on RFC 8188, one record). */
  const decrypt = (body: Buffer): unknown => {
    const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
    const sender = body.subarray(21, 21 + length)
    const shared = ecdh.computeSecret(sender)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const key = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
    const contentKey = Buffer.from(hkdfSync('sha256', key, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', key, salt, 'Content-Encoding: nonce\0', 12))
    const sealed = body.subarray(21 + length)
    const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
  }
  return { subscription, decrypt }
}

/** Who signed a push (RFC 8292): the claims, when the signature is the key's. */
export const signerOf = ({ headers }: GatewayRequest): { key: string; claims: { aud: string; sub: string; exp: number } } | null => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  if (!x || !y) return null
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url')
  )
  return isSigned
    ? { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number } }
    : null
}
