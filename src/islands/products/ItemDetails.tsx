import { useEffect, useMemo, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { Product } from '#contract/catalogue/calls.ts'
import { addToBasket } from '#stores/baskets/actions.ts'
import { $basketFlags } from '#stores/baskets/flags.ts'
import { isNewlyOutOfArea } from '#stores/addresses/out-of-area.ts'
import { $productSheet, loadProduct } from '#stores/products/product-sheet.ts'
import { openModal } from '#stores/modals.ts'
import { showBasket } from '#page-scripts/baskets/actions.ts'
import { Button } from '#islands/ui/Button.tsx'
import { Money } from '#islands/ui/Money.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Empty, Failed } from '#islands/ui/States.tsx'
import { Stepper } from '#islands/ui/Stepper.tsx'
import { useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import { chosenBy, firstProblem, priceWith, type Chosen } from './options.ts'
import { CardFacts, ProductFacts } from './ProductFacts.tsx'
import { ProductMore } from './ProductMore.tsx'
import { ProductOptions } from './ProductOptions.tsx'

/** A product with its options; the button shows the current price. */
export const ItemDetails = ({ params, close }: ModalProps<'item-details'>) => {
  const t = useT('product', 'states', 'modals')
  const sheet = useStore($productSheet)
  const { productId } = params
  useEffect(() => void loadProduct(productId), [productId])

  if (sheet.state === 'ready' && sheet.product.id === productId)
    return <Details product={sheet.product} options={params.options} close={close} />
  if (sheet.state === 'missing')
    return (
      <SheetContent title={t('modals:notFound.title')} footer={<Button onClick={close}>{t('states:close')}</Button>}>
        <Empty picture="🔍" title={t('modals:notFound.title')} text={t('modals:notFound.text')} />
      </SheetContent>
    )
  if (sheet.state === 'failed')
    return (
      <SheetContent title={t('states:failed')}>
        <Failed text={sheet.failure.message} onRetry={() => void loadProduct(productId)} />
      </SheetContent>
    )
  const card = sheet.state === 'loading' && sheet.card?.productId === productId ? sheet.card : null
  return (
    <SheetContent title={card?.name || t('states:loading')}>
      {card && <CardFacts card={card} />}
      <Skeleton lines={6} label={t('states:loading')} />
    </SheetContent>
  )
}

interface DetailsProps {
  product: Product
  /** Ids of preselected values, joined with a pipe. */
  options: string | undefined
  close: () => void
}

const Details = ({ product, options, close }: DetailsProps) => {
  const t = useT('product', 'validation')
  const { adding } = useStore($basketFlags)
  const [quantity, setQuantity] = useState(product.minimumPurchase)
  const [chosen, setChosen] = useState<Chosen>(() => chosenBy(product.configurators, options))
  const [checked, setChecked] = useState(false)
  const ids = useMemo(() => Object.values(chosen).flat(), [chosen])
  const problem = checked ? firstProblem(product.configurators, ids) : null
  const soldOut = product.stock !== null && product.stock < product.minimumPurchase
  const name = product.name === '18+' ? t('product:adultName') : product.name

  const add = async (): Promise<void> => {
    setChecked(true)
    if (firstProblem(product.configurators, ids)) return
    const added = await addToBasket({ productId: product.id, quantity, options: ids, name })
    if (added !== 'added' && added !== 'queued') return
    // Closing the sheet goes back in the history: the next layer opens after that.
    if (isNewlyOutOfArea(product.id)) addEventListener('popstate', () => void showBasket('read'), { once: true })
    close()
  }
  return (
    <SheetContent
      title={name}
      footer={
        soldOut ? (
          <>
            <p>{t('product:soldOut')}</p>
            <Button onClick={() => openModal('notify', { productId: product.id, name })}>{t('product:tellMe')}</Button>
          </>
        ) : (
          <>
            <Stepper
              name={name}
              quantity={quantity}
              unitId={product.unitId}
              minimum={product.minimumPurchase}
              stock={product.stock}
              onQuantity={setQuantity}
            />
            <Button look="brand" data-add-chosen pending={adding} onClick={() => void add()}>
              <span>{t('product:addButton')}</span> <Money amd={priceWith(product, ids, quantity)} />
            </Button>
          </>
        )
      }
    >
      <ProductFacts product={product} />
      <ProductOptions groups={product.configurators} chosen={chosen} problem={problem} onChoose={setChosen} />
      <ProductMore product={product} ids={ids} />
    </SheetContent>
  )
}
