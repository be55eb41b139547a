import { formatAmd } from '#domain/money.ts'
import { useLocale } from './locale.ts'

/** An amount in AMD as the wire carries it. */
export const Money = ({ amd }: { amd: number }) => <>{formatAmd(amd, useLocale())}</>
