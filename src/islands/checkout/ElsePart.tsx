import type { Basket } from '#contract/baskets/calls.ts'
import { TextField } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { entriesOf } from '#stores/baskets/lines.ts'
import { choose } from '#stores/checkout/choices.ts'
import { writeComment } from '#stores/baskets/comment.ts'
import { Part } from './Part.tsx'
import styles from './checkout.module.css'

/** Maximum length of the comment in the API. */
const MAX_COMMENT = 500

/** Comment, and cutlery for restaurants. */
export const ElsePart = ({ basket, comment, cutlery }: { basket: Basket; comment: string; cutlery: boolean }) => {
  const t = useT('checkout')
  const isMeal = entriesOf(basket).some(({ supplier }) => supplier.kind === 'restaurant')
  return (
    <Part name="more" title={t('checkout:more')}>
      <TextField
        label={t('checkout:comment')}
        hint={t('checkout:commentHint')}
        value={comment}
        onValue={writeComment}
        maxLength={MAX_COMMENT}
      />
      {isMeal && (
        <label className={styles.check}>
          <input type="checkbox" checked={cutlery} onChange={(event) => choose({ cutlery: event.target.checked })} />
          {t('checkout:cutlery')}
        </label>
      )}
    </Part>
  )
}
