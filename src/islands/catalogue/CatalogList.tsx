import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { LISTING_PATH, PARENT_CATEGORY, SUPPLIER_KINDS } from '#domain/enums.ts'
import { categoryPath, leadsToPlaces } from '#domain/home.ts'
import { localePath } from '#domain/locale.ts'
import { pictureUrl } from '#domain/pictures.ts'
import { $catalogueList, loadCatalogue } from '#stores/catalogue/catalogue-list.ts'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { Skeleton } from '#islands/ui/Spinner.tsx'
import { Failed } from '#islands/ui/States.tsx'
import { useLocale, useT } from '#islands/ui/locale.ts'
import type { ModalProps } from '#islands/modals/modal-props.ts'
import styles from './CatalogList.module.css'

/** All supplier kinds with their categories. */
export const CatalogList = (_: ModalProps<'catalog-list'>) => {
  const t = useT('frame', 'catalogue', 'states')
  const locale = useLocale()
  const list = useStore($catalogueList)
  useEffect(() => void loadCatalogue(), [])
  const nodes = list.state === 'ready' ? list.nodes.flatMap((node) => [node, ...node.children]) : []
  return (
    <SheetContent title={t('frame:categories')}>
      {list.state === 'failed' && <Failed text={list.failure.message} onRetry={() => void loadCatalogue()} />}
      {SUPPLIER_KINDS.map((kind) => (
        <section key={kind}>
          <h3>
            <a className={styles.kind} href={localePath(locale, LISTING_PATH[kind])}>
              {t(`catalogue:${kind}`)}
            </a>
          </h3>
          {list.state === 'loading' && <Skeleton lines={2} label={t('states:loading')} />}
          <ul className={styles.list}>
            {nodes
              .filter(({ fullPath }) => fullPath.startsWith(`${PARENT_CATEGORY[kind]}/`))
              .map((node) => (
                <li key={node.id}>
                  <a className={styles.link} href={localePath(locale, categoryPath(kind, node.key))}>
                    {node.picture && <img src={pictureUrl(node.picture)} alt="" width="28" height="28" loading="lazy" />}
                    <span>{node.name}</span>
                    {leadsToPlaces(kind) && <span className="muted">{node.suppliersCount}</span>}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </SheetContent>
  )
}
