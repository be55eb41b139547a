import { formatAmd } from '#domain/money.ts'
import { useLocale } from './locale.ts'

/** Formats an amount in AMD. */
export const Money = ({ amd }: { amd: number }) => <>{formatAmd(amd, useLocale())}</>
