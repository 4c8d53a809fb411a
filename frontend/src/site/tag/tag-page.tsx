import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { tagPosts } from '../../api/queries/posts';
import { titleCase } from '../format/title-case';
import { useSite } from '../hooks/use-site';
import { ListingFailed } from '../listing/listing-failed';
import { pageNumber } from '../listing/page-number';
import { PostListing } from '../listing/post-listing';
import { tagPath } from '../post-cards/post-path';

/** Everything that carries one tag, newest first. */
export function TagPage() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const { brand } = useSite();
  const { data, error } = useQuery(tagPosts(slug, pageNumber(search)));
  if (data) {
    return (
      <PostListing
        name={data.tag.name}
        title={`Posts about ${data.tag.name}`}
        kicker={data.namesakes.length > 0 ? 'Tags' : 'Tag'}
        description={`Posts about ${data.tag.name} on ${brand}, newest first.`}
        namesakes={data.namesakes.map(({ name, slug }) => ({ name, path: tagPath(slug) }))}
        empty="Nothing with this tag is on this page."
        answer={data}
        labelled={() => true}
      />
    );
  }
  return error ? <ListingFailed error={error} missing="There is no tag of this name." name={titleCase(slug)} /> : null;
}
