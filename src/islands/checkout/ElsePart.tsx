import type { Basket } from '#contract/baskets/calls.ts'
import { RUN_OUT } from '#domain/enums.ts'
import { Choice } from '#islands/ui/forms/Choice.tsx'
import { TextField } from '#islands/ui/forms/Field.tsx'
import { useT } from '#islands/ui/locale.ts'
import { entriesOf, itemsOf } from '#stores/baskets/lines.ts'
import { fulfilmentOfBasket } from '#stores/baskets/mode.ts'
import { choose } from '#stores/checkout/choices.ts'
import type { Extras } from '#stores/checkout/place-order.ts'
import { writeComment } from '#stores/baskets/comment.ts'
import { Part } from './Part.tsx'
import { RunOutLines } from './RunOutLines.tsx'
import styles from './checkout.module.css'

/** Maximum length of the comment in the API. */
const MAX_COMMENT = 500

/** Maximum length of a greeting in the API. */
const MAX_GREETING = 300

interface ElsePartProps {
  basket: Basket
  comment: string
  cutlery: boolean
  extras: Extras | undefined
}

/** Comment, cutlery for restaurants, a gift with its greeting, and what to do when something has run out; services do not run out. */
export const ElsePart = ({ basket, comment, cutlery, extras }: ElsePartProps) => {
  const t = useT('checkout')
  const isService = fulfilmentOfBasket(basket) === 'service'
  const isMeal = entriesOf(basket).some(({ supplier }) => supplier.kind === 'restaurant')
  return (
    <Part name="more" title={t('checkout:more')}>
      <TextField
        label={t('checkout:comment')}
        hint={t(isService ? 'checkout:service.hint' : 'checkout:commentHint')}
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
      {extras && (
        <>
          <label className={styles.check}>
            <input type="checkbox" checked={extras.isGift} onChange={(event) => choose({ isGift: event.target.checked })} />
            {t('checkout:gift.is')}
          </label>
          {extras.isGift && (
            <TextField
              label={t('checkout:gift.greeting')}
              hint={t('checkout:gift.hint')}
              value={extras.greeting}
              onValue={(greeting) => choose({ greeting })}
              maxLength={MAX_GREETING}
            />
          )}
          {!isService && (
            <Choice
              kind="radio"
              legend={t('checkout:runOut.legend')}
              options={RUN_OUT.map((value) => ({ value, label: t(`checkout:runOut.${value}`) }))}
              chosen={[extras.runOut]}
              onChoose={([runOut]) => runOut && choose({ runOut })}
            />
          )}
          {!isService && itemsOf(basket).length > 1 && <RunOutLines items={itemsOf(basket)} extras={extras} />}
        </>
      )}
    </Part>
  )
}
