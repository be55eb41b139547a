import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/Button.tsx'
import { Icon } from '#islands/ui/Icon.tsx'
import { SheetContent } from '#islands/ui/Sheet.tsx'
import { useT } from '#islands/ui/locale.ts'
import { suggestionLines } from '#domain/address.ts'
import {
  $underMarker,
  leaveMap,
  loadTiles,
  lookUnder,
  ownTiles,
  currentPosition,
  type MapChoice,
  type MapPoint,
  type AddressUnderMarker
} from '#stores/addresses/map-point.ts'
import { openMap, type MapHandle } from './leaflet-map.ts'
import './map-picker.css'

interface MapPickerProps {
  start: MapPoint | null
  onPick: (pick: MapChoice) => void
  onHand: () => void
}

/** Centre of the capital: the default start of the map. */
const MIDDLE: MapPoint = { lat: 40.1777, lng: 44.5126 }
const OVER_TOWN = 15
const NOTICES = {
  schematic: 'address:map.schematic',
  drawn: 'address:map.drawn',
  lost: 'address:map.lost',
  refused: 'address:map.refused'
} as const

const pickOf = (under: AddressUnderMarker): MapChoice | null =>
  under.state === 'looking' ? null : { point: under.point, suggestion: under.state === 'found' ? under.suggestion : null }

/** The map under a fixed marker, the address there as text, and alternatives to choose a location. */
export const MapPicker = ({ start, onPick, onHand }: MapPickerProps) => {
  const t = useT('address')
  const id = useId()
  const under = useStore($underMarker)
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<MapHandle>(null)
  const redraw = useRef<() => void>(() => undefined)
  const [attribution, setAttribution] = useState('')
  const [notice, setNotice] = useState<'' | keyof typeof NOTICES>('')
  const [locating, setLocating] = useState(false)
  const pick = pickOf(under)
  const confirm = (): void => {
    if (pick) onPick(pick)
  }
  const confirmNow = useEffectEvent(confirm)
  const begin = useEffectEvent((element: HTMLElement) =>
    openMap(element, start ?? MIDDLE, start ? null : OVER_TOWN, lookUnder, () => confirmNow())
  )
  useEffect(() => {
    const element = box.current
    if (!element) return
    const opened = begin(element)
    map.current = opened
    let open = true
    /** Shows our own tiles. The last fallback: when they fail too, only the notice changes. */
    const drawOwn = (words: 'schematic' | 'drawn'): void => {
      if (!open) return
      setAttribution('')
      setNotice(words)
      opened.show(ownTiles(), (are) => setNotice(are === 'lost' ? 'lost' : words))
    }
    void loadTiles().then((tiles) => {
      if (!open) return
      redraw.current = () => drawOwn(tiles.attribution ? 'drawn' : 'schematic')
      if (!tiles.attribution) return drawOwn('schematic')
      setAttribution(tiles.attribution)
      opened.show(tiles, (are) => {
        if (are === 'lost') drawOwn('drawn')
      })
    })
    element.focus({ preventScroll: true })
    return () => {
      open = false
      map.current = null
      opened.close()
      leaveMap()
    }
  }, [])

  const locateUser = async (): Promise<void> => {
    setLocating(true)
    const point = await currentPosition()
    setLocating(false)
    if (point) map.current?.goTo(point)
    else setNotice('refused')
  }
  const retry = (): void => {
    redraw.current()
    box.current?.focus({ preventScroll: true })
  }
  return (
    <SheetContent
      title={t('address:map.title')}
      footer={
        <div className="map-ways">
          <Button look="brand" wide pending={!pick} onClick={confirm}>
            {t('address:map.pick')}
          </Button>
          <Button look="quiet" wide onClick={onHand}>
            {t('address:byHand')}
          </Button>
        </div>
      }
    >
      <div className="map-picker">
        <p id={`${id}-keys`} className="muted map-small">
          {t('address:map.keys')}
        </p>
        <div className="map-frame">
          <div
            ref={box}
            className="map-box"
            role="application"
            aria-label={t('address:map.label')}
            aria-describedby={`${id}-keys ${id}-under`}
          />
          <span className="map-pin" aria-hidden="true">
            <Icon name="pin" />
          </span>
          <div className="map-zoom">
            <Button look="round" aria-label={t('address:map.closer')} onClick={() => map.current?.zoom(1)}>
              <Icon name="plus" />
            </Button>
            <Button look="round" aria-label={t('address:map.farther')} onClick={() => map.current?.zoom(-1)}>
              <Icon name="minus" />
            </Button>
          </div>
          {attribution && <p className="map-source">{attribution}</p>}
        </div>
        <p id={`${id}-under`} className="map-under" aria-live="polite">
          <Under under={under} />
        </p>
        <p>
          <Button pending={locating} onClick={() => void locateUser()}>
            <Icon name="pin" /> {t(locating ? 'address:locating' : 'address:locate')}
          </Button>
        </p>
        <output className={notice === 'lost' ? 'map-small' : 'muted map-small'}>{notice && t(NOTICES[notice])}</output>
        {notice === 'lost' && (
          <p>
            <Button onClick={retry}>{t('states:retry')}</Button>
          </p>
        )}
      </div>
    </SheetContent>
  )
}

const Under = ({ under }: { under: AddressUnderMarker }) => {
  const t = useT('address')
  if (under.state === 'looking') return t('address:map.looking')
  if (under.state !== 'found') return t(under.state === 'unknown' ? 'address:map.unknown' : 'address:map.failed')
  const { primary, secondary } = suggestionLines(under.suggestion)
  return (
    <>
      <strong>{primary}</strong> <span className="muted">{secondary}</span>
    </>
  )
}
