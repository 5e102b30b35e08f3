import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { Roll } from './roll.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  tabs: readonly { value: string; title: string; panel: ReactNode }[]
}

/** Tabs whose marker is a board that rolls from one to the other; where they are too many, their row scrolls. */
export function Tabs({ label, value, onChange, tabs }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)
    if (!row.current || !tab) return
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [value])
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List className="tabs-list" aria-label={label} ref={row}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} data-value={tab.value} className="tab">
            {tab.title}
          </Base.Tab>
        ))}
        <Base.Indicator className="tabs-roll">
          <Roll key={value} />
        </Base.Indicator>
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
