import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { PARENT_CATEGORY } from '#domain/enums.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { $categoryChildren, loadCategory } from '#stores/catalogue/category-children.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useT } from '#islands/ui/locale.ts'
import styles from './CatalogList.module.css'

const isKind = (id: number): boolean => (Object.values(PARENT_CATEGORY) as number[]).includes(id)

interface CategoryChildrenProps {
  params: { categoryId: number; path: string }
}

/** Subcategories with their number of suppliers: modal restaurants-subcategory for restaurants, category-children for other kinds. */
export const CategoryChildren = ({ params: { categoryId, path } }: CategoryChildrenProps) => {
  const t = useT('listing', 'states')
  const found = useStore($categoryChildren)
  useEffect(() => void loadCategory(categoryId), [categoryId])
  if (found.state === 'failed')
    return (
      <SheetContent title={t('listing:subcategories')}>
        <Failed text={found.failure.message} onRetry={() => void loadCategory(categoryId)} />
      </SheetContent>
    )
  if (found.state === 'loading')
    return (
      <SheetContent title={t('listing:subcategories')}>
        <Skeleton lines={4} label={t('states:loading')} />
      </SheetContent>
    )
  const { node } = found
  const rows = [{ ...node, name: t('listing:wholeCategory') }, ...node.children]
  return (
    <SheetContent title={node.name}>
      <ul className={styles.list}>
        {rows.map(({ id, key, name, picture, suppliersCount }) => (
          <li key={id}>
            <a className={styles.link} href={isKind(id) ? path : `${path}?category=${key}`}>
              {picture && <img src={pictureUrl(picture)} alt="" width="28" height="28" loading="lazy" />}
              <span>{name}</span>
              <span className="muted">{suppliersCount}</span>
            </a>
          </li>
        ))}
      </ul>
    </SheetContent>
  )
}
