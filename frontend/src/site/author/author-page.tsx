import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { authorPosts } from '../../api/queries/posts';
import { titleCase } from '../format/title-case';
import { useSite } from '../hooks/use-site';
import { ListingFailed } from '../listing/listing-failed';
import { pageNumber } from '../listing/page-number';
import { PostListing } from '../listing/post-listing';
import { authorPath } from '../post-cards/post-path';

/** Everything that stands under one byline, newest first. */
export function AuthorPage() {
  const { slug = '' } = useParams();
  const [search] = useSearchParams();
  const { brand } = useSite();
  const { data, error } = useQuery(authorPosts(slug, pageNumber(search)));
  if (data) {
    return (
      <PostListing
        name={data.author.name}
        kicker={data.namesakes.length > 0 ? 'Authors' : 'Author'}
        description={`Posts by ${data.author.name} on ${brand}, newest first.`}
        namesakes={data.namesakes.map(({ name, slug }) => ({ name, path: authorPath(slug) }))}
        empty="Nothing by this author is on this page."
        answer={data}
        labelled={() => true}
        author={false}
      />
    );
  }
  return error ? (
    <ListingFailed error={error} missing="There is no author of this name." name={titleCase(slug)} />
  ) : null;
}
