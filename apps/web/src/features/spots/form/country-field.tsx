import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { useCountryNames, useCountryText } from '../../../lib/places/countries.ts'
import { Field } from '../../../ui/index.ts'
import { englishName } from './country-name.ts'

type Props = {
  /** The stored value: the country's English name, or any other text that was typed. */
  value: string
  onChange: (value: string) => void
}

/** A field for a spot's country, in the page's language. */
export function CountryField({ value, onChange }: Props) {
  const names = useCountryNames()
  const inOwnLanguage = useCountryText()
  // Don't reformat the text until the field loses focus: someone who types "Jordan" may be typing "Jordanien".
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
