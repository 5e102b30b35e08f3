import {
  MEMBER_LICENSE_URLS,
  type MemberLicense as License,
} from '@nollie/contract/open-data/member-licenses'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { fillText } from '../../lib/text/fill-text.ts'
import { AppLink } from '../../ui/link.tsx'
import { looks } from '../../ui/looks.ts'
import { openDataQuery } from './open-data-requests.ts'

function LicenseLink({ license }: { license: License }) {
  return (
    <a className={looks.link} href={MEMBER_LICENSE_URLS[license]} target="_blank" rel="noopener noreferrer">
      {license}
    </a>
  )
}

/** A sentence with a link to a license's text. */
export function withLicense(say: (inputs: { license: string }) => string, license: License) {
  return fillText(say({ license: '<license>' }), {
    '<license>': <LicenseLink key="license" license={license} />,
  })
}

/** The part of the terms about the license of spot data that members add, and the link to the open data. */
export function MemberLicense() {
  const license = useQuery(openDataQuery).data?.member_license
  return (
    <>
      {license && <p>{withLicense(m.open_data_terms, license)}</p>}
      <p>
        <AppLink className={looks.link} href="/about/data">
          {m.open_data_title()}
        </AppLink>
      </p>
    </>
  )
}
