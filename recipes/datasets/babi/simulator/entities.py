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
HOUSEMATES = ("Daniel", "John", "Mary", "Sandra")
FRIENDS = ("Bill", "Fred", "Jeff", "Mary")
TOWNSPEOPLE = ("Bill", "Fred", "Julie", "Mary")

ROOMS = ("bathroom", "bedroom", "garden", "hallway", "kitchen", "office")
TOWN = ("bedroom", "cinema", "kitchen", "office", "park", "school")

THINGS = ("apple", "football", "milk")
