import type { Effects } from './stage.ts';

/* A peer review that needs somebody. */

export const ATTENTION: Effects = {
  enable_needs_attention_peer_reviews: {
    seen: 'an open page',
    scene: async (stage) => {
      const of = await stage.peerCast();
      const manager = await stage.t.world.manager(of.organization_id);
      const d = await stage.aPeerReview(of).to('accepted');
      const raise = () =>
        stage.status(manager, 'POST', d.url('/attention'), { reason: 'wrong_chart', note: 'Of another patient.' });
      return {
        of,
        look: async () => {
          const raised = await raise();
          const tab = await stage.get<{ data: { id: number }[] }>(manager, '/api/v1/peer_reviews?tab=attention');
          return {
            offered: (await stage.catalogue(d)).organization?.['attention'],
            raised,
            tab: tab.body.data.length,
            badge: (await stage.get<{ data: { attention: boolean }[] }>(manager, '/api/v1/peer_reviews')).body.data[0]
              ?.attention,
          };
        },
      };
    },
    on: { offered: true, raised: 201, tab: 1, badge: true },
    off: { offered: false, raised: 403, tab: 0, badge: false },
  },
};
