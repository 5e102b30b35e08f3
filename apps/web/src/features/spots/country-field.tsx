import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useCountryNames, useCountryText } from '../../lib/countries.ts'
import { Field } from '../../ui/index.ts'
import { englishName } from './country-name.ts'

type Props = {
  /** In the stored format: the English name, or any typed text. */
  value: string
  onChange: (value: string) => void
}

/** A spot's country field, shown and typed in the page's language. */
export function CountryField({ value, onChange }: Props) {
  const names = useCountryNames()
  const inOwnLanguage = useCountryText()
  // The typed text is not replaced before the field loses focus: "Jordan" may become "Jordanien".
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field
      label={m.share_country()}
      value={typed ?? inOwnLanguage(value)}
      autoComplete="off"
      maxLength={LIMITS.place_max}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(englishName(target.value, names, value))
      }}
      onBlur={() => setTyped(null)}
      confirms={() => setTyped(null)}
    />
  )
}
