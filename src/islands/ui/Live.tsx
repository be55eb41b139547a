import { useStore } from '@nanostores/react'
import { $announcement } from '#stores/announce.ts'

const SILENT = () => ''

/** What the page's live region says, repeated inside a dialog: everything behind it is inert. */
export const Live = () => <output className="hidden-visually">{useStore($announcement, { ssr: SILENT })}</output>
