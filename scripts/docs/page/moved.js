// The whole reference used to be on this page. Links to its parts still work.
const [, place] = /^#((?:operation|tag|section)\/.+)$/.exec(location.hash) ?? [];
if (place) void follow(place);

async function follow(place) {
  const entries = await (await fetch('search.json')).json();
  const last = place.split('/').at(-1);
  const entry = place.startsWith('section/')
    ? entries.find(({ kind, title }) => kind === 'guide' && title === last)
    : entries.find(({ address }) => address.endsWith(place.includes('operation/') ? `operation/${last}` : `#${place}`));
  location.replace(entry?.address ?? 'guides.html');
}
