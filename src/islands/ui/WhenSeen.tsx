import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'

/** Renders what is in it once its place comes into the window, so that its chunk is loaded then. */
export const WhenSeen = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true))
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={place}>{isSeen && <Suspense>{children}</Suspense>}</div>
}
