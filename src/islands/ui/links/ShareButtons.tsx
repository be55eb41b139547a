import { useState } from 'react'
import { Button } from '../Button.tsx'

interface ShareButtonsProps {
  link: string
  /** What the link is called where it is sent to. */
  title: string
  words: { send: string; copy: string; copied: string }
  onCopied?: () => void
}

/** Sends a link by the device's own means, where it has them, or copies it. */
export const ShareButtons = ({ link, title, words, onCopied }: ShareButtonsProps) => {
  const [isCopied, setCopied] = useState(false)
  // Where copying is not permitted the link stands there to be marked.
  const copy = (): void =>
    void navigator.clipboard.writeText(link).then(
      () => {
        setCopied(true)
        onCopied?.()
      },
      () => undefined
    )
  // A sheet that was closed without sending is no failure.
  const send = (): void => void navigator.share({ title, url: link }).catch(() => undefined)
  const canSend = typeof navigator.share === 'function'
  return (
    <>
      {canSend && (
        <Button look="brand" onClick={send}>
          {words.send}
        </Button>
      )}
      <Button look={canSend ? 'plain' : 'brand'} onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </>
  )
}
