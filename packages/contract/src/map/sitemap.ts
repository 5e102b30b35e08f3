import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Files for search engines. */
export const sitemapEndpoints = {
  robots: endpoint('GET /robots.txt', {
    summary: 'Get the rules for search engines (robots.txt), including the address of the sitemap',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  sitemap: endpoint('GET /sitemap.xml', {
    summary: 'Get the sitemap index, which lists the sitemaps of all public pages',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  sitemapPages: endpoint('GET /sitemaps/pages.xml', {
    summary: 'Get the sitemap of public pages other than spots',
    policy: 'anyone',
    rate: 'read',
    status: 200,
  }),
  sitemapSpots: endpoint('GET /sitemaps/spots/:range', {
    summary: 'Get the sitemap of spots in one part of the map',
    policy: 'anyone',
    rate: 'read',
    /** The first and last map cell in this sitemap. */
    params: z.object({ range: z.string().regex(/^\d{1,8}-\d{1,8}\.xml$/) }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
}
