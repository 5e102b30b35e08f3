import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { PartBoundary } from '../part-boundary.tsx'
import { ActiveMark } from './active-mark.tsx'
import styles from './tabs.module.css'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  tabs: readonly { value: string; title: string; panel: ReactNode }[]
}

/** Tabs with a skateboard that rolls to the active one. The row scrolls if it's too wide. */
export function Tabs({ label, value, onChange, tabs }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)
    if (!row.current || !tab) return
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [value])
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List className={styles.list} aria-label={label} ref={row}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} data-value={tab.value} className={styles.tab}>
            {tab.title}
          </Base.Tab>
        ))}
        <Base.Indicator className={styles.roll}>
          <ActiveMark key={value} />
        </Base.Indicator>
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          <PartBoundary>{tab.panel}</PartBoundary>
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
