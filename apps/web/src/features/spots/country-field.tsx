import { LIMITS } from '@nollie/contract/limits'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useCountryNames, useCountryText } from '../../lib/countries.ts'
import { Field } from '../../ui/index.ts'
import { englishName } from './country-name.ts'

type Props = {
  /** As spots have it: with its English name, or whatever was typed. */
  value: string
  onChange: (value: string) => void
}

/** The field for the country of a spot: read and typed in the language of the page. */
export function CountryField({ value, onChange }: Props) {
  const names = useCountryNames()
  const inOwnLanguage = useCountryText()
  // What is typed stays as it is until the field is left: "Jordan" may become "Jordanien".
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
