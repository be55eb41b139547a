import { useStore } from '@nanostores/react'
import { $announcement } from '#stores/announce.ts'

const SILENT = () => ''

/** Live region inside a dialog, because the page's own is inert behind it. */
export const Live = () => <output className="hidden-visually">{useStore($announcement, { ssr: SILENT })}</output>
