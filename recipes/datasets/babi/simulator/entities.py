"""People, places and things of the tasks."""

PRONOUNS = {
    "Bill": "he",
    "Daniel": "he",
    "Fred": "he",
    "Jeff": "he",
    "John": "he",
    "Julie": "she",
    "Mary": "she",
    "Sandra": "she",
}
# The first of those near is given to, see `World`.
HOUSEMATES = ("John", "Mary", "Sandra", "Daniel")
FRIENDS = ("Mary", "Fred", "Bill", "Jeff")
TOWNSPEOPLE = ("Bill", "Fred", "Julie", "Mary")

ROOMS = ("bathroom", "bedroom", "garden", "hallway", "kitchen", "office")
TOWN = ("bedroom", "cinema", "kitchen", "office", "park", "school")

THINGS = ("apple", "football", "milk")
