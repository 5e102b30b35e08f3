import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Files for search engines. */
export const sitemapEndpoints = {
  robots: endpoint('GET /robots.txt', {
    summary: 'What search engines may read, and where the list of it is',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  sitemap: endpoint('GET /sitemap.xml', {
    summary: 'The list of lists of all public pages',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  sitemapPages: endpoint('GET /sitemaps/pages.xml', {
    summary: 'The public pages that are no spots',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  sitemapSpots: endpoint('GET /sitemaps/spots/:range', {
    summary: 'The pages of the spots in a part of the map',
    policy: 'anyone',
    rate: 'read',
    /** The first and last map cell in this sitemap. */
    params: z.object({ range: z.string().regex(/^\d{1,8}-\d{1,8}\.xml$/) }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
}
